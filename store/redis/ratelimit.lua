-- Takes a place in a rate limit. The time to live of the key is what is taken, in milliseconds, and its value is the rest in
-- microseconds. So it runs down by the server's own clock.
--
-- KEYS  the limit, and the key with the mark of the store
-- ARGV  the cost of the place, what may be used at once, and how long ahead a place may be taken, in microseconds
--       the field of the mark, and the mark; "" is not compared
--       the most that can be taken, in milliseconds: more is left only where the server's clock was set back, and does not count
--
-- It gives how long to wait, and 1 where the place is taken or else 0. It gives nothing where the store has another mark: then it
-- was emptied, and is not written to.
if ARGV[5] ~= '' and redis.call('HGET', KEYS[2], ARGV[4]) ~= ARGV[5] then
  return {}
end
local taken, left = tonumber(ARGV[1]), redis.call('PTTL', KEYS[1])
if left > 0 and left <= tonumber(ARGV[6]) then
  taken = taken + left * 1000 + tonumber(redis.call('GET', KEYS[1]))
end
local wait, ahead = math.max(taken - tonumber(ARGV[2]), 0), tonumber(ARGV[3])
if wait > ahead then
  return {wait - ahead, 0}
end
local life = math.max(math.floor(taken / 1000), 1)
redis.call('SET', KEYS[1], string.format('%d', taken - life * 1000), 'PX', string.format('%d', life))
return {wait, 1}
