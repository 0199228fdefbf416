-- SPDX-License-Identifier: Apache-2.0
-- A client script for wrk, which thinks for 1 to 4 ms before each request. Arguments: method, what is asked for ("%d":
-- the number of the request), bytes of the body.
local n, method, target, body = 0, nil, nil, nil
init = function(args)
  method, target = args[1], args[2]
  local size = tonumber(args[3])
  if size > 0 then
    body = string.rep("x", size)
  end
end
request = function()
  n = n + 1
  return wrk.format(method, (string.gsub(target, "%%d", n)), nil, body)
end
delay = function()
  return math.random(1, 4)
end
