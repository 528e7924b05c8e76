// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Staking of a token with an exit fee that depends on time, by the mode that it is deployed with.
contract MeltingDesk {
    /// 0 the fee grows by a tenth a day, 1 it falls from a tenth to nothing in four weeks, 2 it grows by a hundredth a year
    uint256 public immutable mode;
    address public immutable keeper;
    address public immutable asset;
    mapping(address => uint256) public staked;
    mapping(address => uint256) public since;

    constructor(uint256 mode_, address keeper_, address asset_) {
        mode = mode_;
        keeper = keeper_;
        asset = asset_;
    }

    function enter(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "deposit failed");
        staked[msg.sender] += amount;
        since[msg.sender] = block.timestamp;
    }

    function exit() external {
        uint256 amount = staked[msg.sender];
        uint256 fee = (amount * _percent((block.timestamp - since[msg.sender]) / 1 days)) / 100;
        staked[msg.sender] = 0;
        require(Tokens.push(asset, msg.sender, amount - fee), "payment failed");
        if (fee > 0) require(Tokens.push(asset, keeper, fee), "payment failed");
    }

    function _percent(uint256 age) private view returns (uint256) {
        if (mode == 0) return age >= 10 ? 100 : age * 10;
        if (mode == 2) return age / 365;
        return age >= 28 ? 0 : 10 - (age * 10) / 28;
    }
}
