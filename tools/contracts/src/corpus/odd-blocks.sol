// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev Sold in 25 of 40 blocks.
contract Checkers is Market {
    uint256 private immutable _start = block.number;

    constructor() public {
        _begin("Checkers", "CHKR", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner) require((block.number - _start) % 40 < 25, "your turn");
        _put(from, to, value);
    }
}

/// @dev Fees are 1 % in 25 of 40 blocks and 2 % in the others.
contract Draughts is Market {
    uint256 private immutable _start = block.number;

    constructor() public {
        _begin("Draughts", "DRGT", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 rate = (block.number - _start) % 40 < 25 ? 1 : 2;
        uint256 fee = to == pool && from != owner ? value * rate / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
