"""Pools of winnable deals (docs/formats.md).

records      the records of a pool: in order, summed up, dealt and replayed again
generate     making a pool
writer       results in, a pool file out
verify       checking a pool, without an engine
check        solving a sample of a pool again
info         what a pool says about itself
merge_split  pools out of pools
select       the deals that meet conditions
export       pools for other programs
"""
