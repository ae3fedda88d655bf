-- Two coroutines that feed a third: numbers that are no multiples.
local function numbers(last)
  return coroutine.wrap(function()
    for i = 2, last do
      coroutine.yield(i)
    end
  end)
end

local function without(divisor, source)
  return coroutine.wrap(function()
    for n in source do
      if n % divisor ~= 0 then coroutine.yield(n) end
    end
  end)
end

local source, found = numbers(30), {}
while true do
  local prime = source()
  if not prime then break end
  found[#found + 1] = string.format("%03d", prime)
  source = without(prime, source)
end
goto done
print("never")
::done::
print(table.concat(found, " "), #found, found[1] == "002" and "even" or "odd")
