// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title An honest airdrop: `claim()` pays each caller once from the tokens this contract holds, and takes nothing.
/// @dev The benign look-alike of Drainer: same selector, opposite flow.
contract AirdropClaim {
    address public immutable token;
    uint256 public immutable share;
    mapping(address => bool) public claimed;

    constructor(address token_, uint256 share_) {
        token = token_;
        share = share_;
    }

    function claim() external {
        require(!claimed[msg.sender], "already claimed");
        claimed[msg.sender] = true;
        require(Tokens.push(token, msg.sender, share), "the airdrop is over");
    }
}
