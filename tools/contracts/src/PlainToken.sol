// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";

/// @title An honest ERC-20: a fixed supply given to its first holder, and no privileges for anyone.
contract PlainToken is Erc20 {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply, address holder) {
        _describe(name_, symbol_, decimals_);
        _mint(holder, supply);
    }
}
