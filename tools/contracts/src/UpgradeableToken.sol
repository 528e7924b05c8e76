// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {Owned} from "./base/Owned.sol";

/// @title An honest token written for a proxy: set up by `initialize`, once, instead of by a constructor.
/// @dev The implementation itself is locked at construction.
contract UpgradeableToken is Erc20, Owned {
    bool private _initialized = true;

    function initialize(string calldata name_, string calldata symbol_, uint8 decimals_, uint256 supply, address owner_)
        external
    {
        require(!_initialized, "already initialized");
        _initialized = true;
        _describe(name_, symbol_, decimals_);
        _setOwner(owner_);
        _mint(owner_, supply);
    }
}
