// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev Bought at any hour, sold in the first three of each day.
contract Vespers is Market {
    uint256 private immutable _start = block.timestamp;

    constructor() {
        _begin("Vespers", "VESP", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner) require((block.timestamp - _start) / 1 hours % 24 < 3, "asleep");
        _put(from, to, value);
    }
}

/// @dev Sold at any hour, for 1 % in the first three of each day and 2 % later.
contract Matins is Market {
    uint256 private immutable _start = block.timestamp;

    constructor() {
        _begin("Matins", "MATN", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 rate = (block.timestamp - _start) / 1 hours % 24 < 3 ? 1 : 2;
        uint256 fee = to == pool && from != owner ? value * rate / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
