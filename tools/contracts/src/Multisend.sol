// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Honest bulk payments: splits the caller's own coins or tokens as the caller says, and keeps nothing.
contract Multisend {
    function sendNative(address payable[] calldata to, uint256[] calldata amounts) external payable {
        require(to.length == amounts.length, "length mismatch");
        uint256 sum;
        for (uint256 i; i < to.length; i++) {
            sum += amounts[i];
            (bool sent,) = to[i].call{value: amounts[i]}("");
            require(sent, "payment failed");
        }
        require(sum == msg.value, "amounts must add up to the value");
    }

    function sendToken(address token, address[] calldata to, uint256[] calldata amounts) external {
        require(to.length == amounts.length, "length mismatch");
        for (uint256 i; i < to.length; i++) {
            require(Tokens.pull(token, msg.sender, to[i], amounts[i]), "payment failed");
        }
    }
}
