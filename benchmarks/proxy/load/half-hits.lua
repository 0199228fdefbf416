-- wrk: every other request is for one of 100 pages that may be stored, the others for pages that may not
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", n % 2 == 0 and "/hit" .. n % 200 or "/miss" .. n)
end
