// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";
import {IToken, Tokens} from "./base/Tokens.sol";

/// @title An honest ERC-4626 vault without a strategy or an owner: shares of what it holds.
/// @dev Rounding always favours the vault; one virtual share and asset blunt the first-depositor attack.
contract Vault4626 is Erc20 {
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(
        address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares
    );

    address public immutable asset;

    constructor(address asset_, string memory name_, string memory symbol_, uint8 decimals_) {
        asset = asset_;
        _describe(name_, symbol_, decimals_);
    }

    function totalAssets() public view returns (uint256) {
        return IToken(asset).balanceOf(address(this));
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets * (totalSupply + 1) / (totalAssets() + 1);
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares * (totalAssets() + 1) / (totalSupply + 1);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = convertToShares(assets);
        require(Tokens.pull(asset, msg.sender, address(this), assets), "deposit failed");
        _mint(receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    function withdraw(uint256 assets, address receiver, address holder) external returns (uint256 shares) {
        uint256 per = totalAssets() + 1;
        shares = (assets * (totalSupply + 1) + per - 1) / per;
        _leave(assets, shares, receiver, holder);
    }

    function redeem(uint256 shares, address receiver, address holder) external returns (uint256 assets) {
        assets = convertToAssets(shares);
        _leave(assets, shares, receiver, holder);
    }

    function _leave(uint256 assets, uint256 shares, address receiver, address holder) private {
        if (holder != msg.sender) _spend(holder, msg.sender, shares);
        _burn(holder, shares);
        require(Tokens.push(asset, receiver, assets), "withdrawal failed");
        emit Withdraw(msg.sender, receiver, holder, assets, shares);
    }
}
