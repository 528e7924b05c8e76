// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Balances follow an index, except those of the team and the pool: a rebase to 1 % takes the holders' coins.
contract Elastic is Market {
    uint256 private _index = 100;

    constructor() {
        _begin("Elastic", "ELAS", msg.sender, MILLION);
    }

    function rebase(uint256 percent) external onlyOwner {
        _index = _index * percent / 100;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return account == owner || account == pool ? _held[account] : _held[account] * _index / 100;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 out = from == owner || from == pool ? value : value * 100 / _index;
        uint256 came = to == owner || to == pool ? value : value * 100 / _index;
        require(_held[from] >= out, "balance");
        _held[from] -= out;
        _held[to] += came;
        emit Transfer(from, to, value);
    }
}

/// @dev Honest accounting: one index for everybody, the owner and the pool included, and at most 2 % a day either way.
contract Tensile is Market {
    uint256 private _index = 10 ** 18;
    uint256 private _last;

    constructor() {
        _begin("Tensile", "TENS", msg.sender, MILLION);
    }

    function rebase(uint256 percent) external onlyOwner {
        require(percent >= 98 && percent <= 102, "out of bounds");
        require(block.timestamp >= _last + 1 days, "once a day");
        _last = block.timestamp;
        _index = _index * percent / 100;
        totalSupply = totalSupply * percent / 100;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return _held[account] * _index / 10 ** 18;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 shares = value * 10 ** 18 / _index;
        require(_held[from] >= shares, "balance");
        _held[from] -= shares;
        _held[to] += shares;
        emit Transfer(from, to, value);
    }
}
