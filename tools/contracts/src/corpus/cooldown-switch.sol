// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Half a minute between buying and selling, until the owner makes it ten years.
contract Kelvin is Market {
    uint256 public cooldown = 30;
    mapping(address => uint256) private _since;

    constructor() {
        _begin("Kelvin", "KELV", msg.sender, MILLION);
    }

    function setCooldown(uint256 secondsApart) external onlyOwner {
        cooldown = secondsApart;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) _since[to] = block.timestamp;
        if (to == pool && from != owner) require(block.timestamp >= _since[from] + cooldown, "cooling down");
        _put(from, to, value);
    }
}

/// @dev Half a minute too, and never more than a minute.
contract Rankine is Market {
    uint256 public cooldown = 30;
    mapping(address => uint256) private _since;

    constructor() {
        _begin("Rankine", "RANK", msg.sender, MILLION);
    }

    function setCooldown(uint256 secondsApart) external onlyOwner {
        require(secondsApart <= 60, "too long");
        cooldown = secondsApart;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) _since[to] = block.timestamp;
        if (to == pool && from != owner) require(block.timestamp >= _since[from] + cooldown, "cooling down");
        _put(from, to, value);
    }
}
