-- SPDX-License-Identifier: Apache-2.0
-- wrk through a proxy: every other request is for a page that nobody asked for yet, the others for one of the last 200;
-- all may be stored. Argument: the origin's address.
local n, origin = 0, nil
init = function(args)
  origin = "http://" .. args[1]
  math.randomseed(1)
end
request = function()
  n = n + 1
  local page = n % 2 == 0 and n / 2 or math.random(math.max(0, (n - 1) / 2 - 200), (n - 1) / 2)
  return wrk.format("GET", origin .. "/hit" .. page)
end
