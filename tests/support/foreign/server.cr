require "http/server"

class Counter
  getter count : Int32 = 0

  def increment : Int32
    @count += 1
  end
end

counter = Counter.new
puts "#{counter.increment} of #{ARGV.size}"
