// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Lends one token against coins, at half of what they are worth in it, and may pay the collateral back.
contract LoanDesk {
    address public immutable asset;
    uint256 public immutable perCoin;
    bool public immutable keepsCollateral;
    mapping(address => uint256) public collateral;
    mapping(address => uint256) public debt;

    constructor(address asset_, uint256 perCoin_, bool keepsCollateral_) {
        asset = asset_;
        perCoin = perCoin_;
        keepsCollateral = keepsCollateral_;
    }

    function supply() external payable {
        collateral[msg.sender] += msg.value;
    }

    function borrow(uint256 amount) external {
        debt[msg.sender] += amount;
        require(_isCovered(msg.sender), "collateral too low");
        require(Tokens.push(asset, msg.sender, amount), "payment failed");
    }

    function repay(uint256 amount) external {
        uint256 owed = amount > debt[msg.sender] ? debt[msg.sender] : amount;
        debt[msg.sender] -= owed;
        require(Tokens.pull(asset, msg.sender, address(this), owed), "payment failed");
    }

    function withdraw(uint256 amount) external {
        require(!keepsCollateral, "closed");
        collateral[msg.sender] -= amount;
        require(_isCovered(msg.sender), "repay first");
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }

    function _isCovered(address account) private view returns (bool) {
        return debt[account] * 2 ether <= collateral[account] * perCoin;
    }
}
