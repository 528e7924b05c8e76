// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev Tells the pool that nothing has arrived, and everybody else the truth.
contract Mirage is Market {
    uint256 private _hidden;

    constructor() {
        _begin("Mirage", "MRGE", msg.sender, MILLION);
    }

    function balanceOf(address account) public view override returns (uint256) {
        if (account == pool && msg.sender == pool) return _held[account] - _hidden;
        return _held[account];
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner) _hidden += value;
        _put(from, to, value);
    }
}

/// @dev Keeps the pool's balance in a place of its own, and tells everybody the same.
contract Clarity is Market {
    uint256 private _pooled;

    constructor() {
        _begin("Clarity", "CLRT", msg.sender, MILLION);
    }

    function setPool(address pool_) external override onlyOwner {
        require(pool == address(0), "already set");
        pool = pool_;
        _pooled = _held[pool_];
        _held[pool_] = 0;
    }

    function balanceOf(address account) public view override returns (uint256) {
        if (account == pool) return _pooled;
        return _held[account];
    }

    function _move(address from, address to, uint256 value) internal override {
        require(balanceOf(from) >= value, "balance");
        if (from == pool) _pooled -= value;
        else _held[from] -= value;
        if (to == pool) _pooled += value;
        else _held[to] += value;
        emit Transfer(from, to, value);
    }
}
