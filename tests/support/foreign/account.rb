require 'json'

class Account
  attr_reader :balance

  def initialize(balance = 0)
    @balance = balance
  end

  def deposit(amount)
    raise ArgumentError, "no #{amount}" unless amount.positive?
    @balance += amount
  end
end

puts [1, 2, 3].map { |n| n * 2 }.inspect
