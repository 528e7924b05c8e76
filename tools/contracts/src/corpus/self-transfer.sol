// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev Both balances are read before either is written: what is sent to oneself is there twice.
contract Mirror is Coin {
    constructor() public {
        _begin("Mirror", "MIRR", msg.sender, 1000000 * 10 ** 18);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 left = _held[from];
        uint256 there = _held[to];
        require(left >= value, "balance");
        _held[from] = left - value;
        _held[to] = there + value;
        emit Transfer(from, to, value);
    }
}

/// @dev What is sent to oneself is not moved at all.
contract Pane is Coin {
    constructor() public {
        _begin("Pane", "PANE", msg.sender, 1000000 * 10 ** 18);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from != to) return _put(from, to, value);
        require(_held[from] >= value, "balance");
        emit Transfer(from, to, value);
    }
}
