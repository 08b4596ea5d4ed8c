-- Writes what was worked out from facts, where the facts still stand; where one does not, it tells how they all are.
--
-- Redis does not roll a script back. So everything that could fail is looked at before the first write, also that each
-- key has the type that the writes to it need.
--
-- KEYS  every key that is read or written, all of one guild
-- ARGV  the type of each key
--       the number of facts, and of each: a command, a key, a field and the value expected, "" for none
--       of each write: how many arguments follow its key; a command, a key, the arguments
-- A key in ARGV is its number in KEYS. Values are strings and stay strings: Lua's numbers lose digits above 2^53, and
-- print as 1e+14 and -0.

local at = #KEYS + 1
for i, key in ipairs(KEYS) do
  local have = redis.call('TYPE', key).ok
  if have ~= ARGV[i] and have ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' is a ' .. have .. ' and should be a ' .. ARGV[i])
  end
end

local found, same = {}, true
for i = 1, tonumber(ARGV[at]) do
  local value = redis.call(ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], ARGV[at + 3]) or ''
  found[i] = value
  same = same and value == ARGV[at + 4]
  at = at + 4
end
if not same then
  return found
end

at = at + 1
while at < #ARGV do
  local last = at + 2 + tonumber(ARGV[at])
  redis.call(ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], unpack(ARGV, at + 3, last))
  at = last + 1
end
return 1
