-- SPDX-License-Identifier: Apache-2.0
-- petclinic's pages for wrk, one after the other: what visitors read.
local pages = { "/", "/owners/find", "/owners?lastName=", "/owners?lastName=Davis", "/owners/%d", "/owners/%d/edit",
                "/owners/%d/pets/new", "/vets.html", "/vets.html?page=2" }
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", (string.gsub(pages[n % #pages + 1], "%%d", n % 10 + 1)))
end
