"""A page to play the deals of pools, in one HTML file; and its modules for other pages (docs/page.md).

facts     what a page holds: dates of pools, single deals
assemble  template, style and modules put into one file

In modules/ are the ES modules, each doing one thing: rules, numbering, boards, search, solver and dates stand
alone and are for others too; game, store, thinker, worker, board, dialogs, app and main are the page. site/
has the template and the style sheet.
"""
