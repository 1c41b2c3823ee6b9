"""What is played. Plain Python: no I/O but rule files, no numpy.

cards        ranks, suits, cards as numbers and text
layout       which place covers which: columns, pyramids, peaks
variants     one set of rules
catalogue    the variants that we know by name; variants from plain data
rule_file    custom rules as TOML
deal         a deal: cards in their places
drawing      a drawing of the table
moves        moves as numbers and text
numbering    deal numbers, ours and other programs'
referee      the rules, played move by move
golf_score   par and holes
result       verdicts, solutions and best scores
players      players who cannot see the stock, by name
difficulty   how hard a deal is: levels and what they rest on
"""
