Feature: Login
  Background:
    Given a user "ann"

  Scenario Outline: wrong password
    When she enters "<password>"
    Then she sees "<message>"
    Examples:
      | password | message |
      | abc      | no      |
