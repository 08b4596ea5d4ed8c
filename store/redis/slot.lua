-- Takes a slot for an owner. The key's time to live is how long the slot stays taken, so it runs down by the server's own clock. The
-- value is the owner, or what an older program wrote by ratelimit.lua.
--
-- KEYS  the slot, and the key with the mark of the store
-- ARGV  the owner, and how long it takes the slot, in milliseconds; 0 gives the slot back
--       the most that a slot is taken, in milliseconds: more is left only where the server's clock was set back, and does not count
--       the field of the mark, and the mark; "" is not compared
--
-- It gives how long another owner has the slot, in milliseconds, and 1 where the slot is the owner's now or else 0. It gives nothing
-- where the store has another mark: then it was emptied, and is not written to.
if ARGV[5] ~= '' and redis.call('HGET', KEYS[2], ARGV[4]) ~= ARGV[5] then
  return {}
end
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left <= tonumber(ARGV[3]) and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return {left, 0}
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return {0, 0}
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {0, 1}
