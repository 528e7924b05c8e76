// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A subscription that passes payments on to its keeper: the price, or all that the allowance lets it take.
contract GreedyShop {
    address public immutable keeper;
    address public immutable asset;
    bool public immutable isGreedy;
    mapping(address => uint256) public paidUntil;

    constructor(address keeper_, address asset_, bool isGreedy_) {
        keeper = keeper_;
        asset = asset_;
        isGreedy = isGreedy_;
    }

    function subscribe(uint256 months) external {
        uint256 price = isGreedy ? Tokens.takeable(asset, msg.sender, address(this)) : months * 20e6;
        require(Tokens.pull(asset, msg.sender, keeper, price), "payment failed");
        paidUntil[msg.sender] = block.timestamp + months * 30 days;
    }
}
