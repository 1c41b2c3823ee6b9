"""Files that users keep: whole or not there, continued after an interruption, checked.

targets      what can be written, one writer per file, nothing that is read
replacing    whole files, replaced when everything has gone well
record_file  JSON Lines with a header, a checksum and a closing line
budget       files that are continued with a larger budget
numbered     what headers and records of numbered deals have in common
results      the results of `solve`
odds         the odds of `odds`
annotations  what fails, for continuous integration: GitHub, GitLab, Markdown
junit        the same as a JUnit report
schemas      JSON Schemas of files and output
tables       tables as CSV, text and Markdown
"""
