-- Writes what was worked out from facts, where the facts still stand; where one does not, it tells how they all are.
--
-- Redis does not roll a script back. So everything that could fail is looked at before the first write: each key has
-- the type that the writes to it need, and the user may do every write. Redis 6.2 cannot be asked what a user may do:
-- there all rights are tried when the store is opened, and one that is taken away later can leave a part of the writes.
--
-- KEYS  every key that is read or written, all of one guild
-- ARGV  the type of each key
--       the number of facts, and of each: a command, a key, a field and the value expected, "" for none
--       of each write: how many arguments follow its key; a command, a key, the arguments
-- A key in ARGV is its number in KEYS. Values are strings and stay strings: Lua's numbers lose digits above 2^53, and
-- print as 1e+14 and -0.

-- forbidden is an error where the user may not do this.
local function forbidden(command, key, ...)
  if redis.acl_check_cmd and not redis.acl_check_cmd(command, key, ...) then
    return redis.error_reply('NOPERM ' .. string.lower(command) .. ' of ' .. key)
  end
end

local function write(...)
  redis.call(...)
end

-- each hands all writes to f, as a command, a key and the arguments, until it gives an error.
local function each(at, f)
  while at < #ARGV do
    local last = at + 2 + tonumber(ARGV[at])
    local err = f(ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], unpack(ARGV, at + 3, last))
    if err then
      return err
    end
    at = last + 1
  end
end

local at = #KEYS + 1
for i, key in ipairs(KEYS) do
  local err = forbidden('TYPE', key)
  if err then
    return err
  end
  local have = redis.call('TYPE', key).ok
  if have ~= ARGV[i] and have ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' is a ' .. have .. ' and should be a ' .. ARGV[i])
  end
end

local found, same = {}, true
for i = 1, tonumber(ARGV[at]) do
  local command, key, field = ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], ARGV[at + 3]
  local err = forbidden(command, key, field)
  if err then
    return err
  end
  local value = redis.call(command, key, field) or ''
  found[i] = value
  same = same and value == ARGV[at + 4]
  at = at + 4
end
if not same then
  return found
end

return each(at + 1, forbidden) or each(at + 1, write) or 1
