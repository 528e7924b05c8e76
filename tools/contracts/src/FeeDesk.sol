// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Staking of a token with a fee on the withdrawal, or with a withdrawal in another token.
contract FeeDesk {
    address public immutable asset;
    address public immutable payout;
    uint256 public immutable feePercent;
    uint256 public immutable unitsPerUnit;
    mapping(address => uint256) public staked;

    constructor(address asset_, address payout_, uint256 feePercent_, uint256 unitsPerUnit_) {
        asset = asset_;
        payout = payout_;
        feePercent = feePercent_;
        unitsPerUnit = unitsPerUnit_;
    }

    function stakeTokens(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "deposit failed");
        staked[msg.sender] += amount;
    }

    function unstake(uint256 amount) external {
        staked[msg.sender] -= amount;
        require(Tokens.push(payout, msg.sender, (amount * unitsPerUnit * (100 - feePercent)) / 100), "payment failed");
    }
}
