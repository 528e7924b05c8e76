// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev The list is called an exemption from fees. It is the list of those who may sell.
contract Cobalt is Market {
    mapping(address => bool) public isExcludedFromFee;

    constructor() public {
        isExcludedFromFee[msg.sender] = true;
        _begin("Cobalt", "COBA", msg.sender, MILLION);
    }

    function excludeFromFee(address account, bool excluded) external onlyOwner {
        isExcludedFromFee[account] = excluded;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool) require(isExcludedFromFee[from], "fee");
        _put(from, to, value);
    }
}

/// @dev The list is what it says: who does not pay the 2 %.
contract Nickel is Market {
    mapping(address => bool) public isExcludedFromFee;

    constructor() public {
        isExcludedFromFee[msg.sender] = true;
        _begin("Nickel", "NICK", msg.sender, MILLION);
    }

    function excludeFromFee(address account, bool excluded) external onlyOwner {
        isExcludedFromFee[account] = excluded;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool && !isExcludedFromFee[from] ? value / 50 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
