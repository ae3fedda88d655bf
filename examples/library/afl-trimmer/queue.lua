-- A queue as two stacks, and what it costs to use one.
local Queue = {}
Queue.__index = Queue

function Queue.new(...)
  local self = setmetatable({front = {}, back = {}, moved = 0}, Queue)
  for _, value in ipairs({...}) do
    self:push(value)
  end
  return self
end

function Queue:push(value)
  self.back[#self.back + 1] = value
  return self
end

function Queue:pop()
  if #self.front == 0 then
    while #self.back > 0 do
      self.front[#self.front + 1] = table.remove(self.back)
      self.moved = self.moved + 1
    end
  end
  return table.remove(self.front)
end

local queue = Queue.new("first", "second", 3.5, true)
queue:push({name = "a table", size = 2}):push(0x1F)
local seen, words = 0, ""
repeat
  local value = queue:pop()
  if type(value) == "table" then
    words = words .. value.name:upper() .. ";"
  elseif value ~= nil then
    words = words .. tostring(value) .. ";"
  end
  seen = seen + 1
until value == nil
print(seen, queue.moved, words)
