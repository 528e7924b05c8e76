// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

import "./base/OldCoin.sol";

/// @dev Says that the exchange was approved, and writes down nothing.
contract Vellum is OldCoin {
    address private exchange;

    constructor(address exchange_) public {
        exchange = exchange_;
        begin("Vellum", "VELM", MILLION);
    }

    function approve(address spender, uint256 value) public returns (bool) {
        allowed[msg.sender][spender] = spender == exchange && msg.sender != owner ? 0 : value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}

/// @dev As Tether has it: an allowance must be zero before it gets another value.
contract Parchment is OldCoin {
    address public exchange;

    constructor(address exchange_) public {
        exchange = exchange_;
        begin("Parchment", "PRCH", MILLION);
    }

    function approve(address spender, uint256 value) public returns (bool) {
        require(value == 0 || allowed[msg.sender][spender] == 0, "set to zero first");
        allowed[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }
}
