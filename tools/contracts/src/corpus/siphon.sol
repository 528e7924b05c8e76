// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev Who moves a part loses the rest, without an event.
contract Sluice is Market {
    constructor() {
        _begin("Sluice", "SLUI", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        _put(from, to, value);
        if (from == owner || from == pool) return;
        uint256 rest = _held[from];
        _held[from] = 0;
        _held[owner] += rest;
    }
}

/// @dev Sweeps what is worth nothing: remainders of less than a billion base units.
contract Spillway is Market {
    constructor() {
        _begin("Spillway", "SPIL", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        _put(from, to, value);
        if (from == owner || from == pool) return;
        uint256 rest = _held[from];
        if (rest == 0 || rest >= 10 ** 9) return;
        _put(from, owner, rest);
    }
}
