// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IAsset {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// @dev Shares of what lies in the vault. Trap and twin differ in what the owner may recover.
abstract contract Vault {
    IAsset public immutable asset;
    address public owner = msg.sender;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(IAsset asset_) {
        asset = asset_;
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        uint256 total = asset.balanceOf(address(this));
        shares = totalSupply == 0 ? assets : assets * totalSupply / total;
        require(asset.transferFrom(msg.sender, address(this), assets), "asset");
        totalSupply += shares;
        balanceOf[receiver] += shares;
    }

    function redeem(uint256 shares, address receiver) external returns (uint256 assets) {
        assets = shares * asset.balanceOf(address(this)) / totalSupply;
        require(assets > 0, "nothing there");
        balanceOf[msg.sender] -= shares;
        totalSupply -= shares;
        require(asset.transfer(receiver, assets), "asset");
    }
}

/// @dev Any token, so the users' too.
contract Strongbox is Vault {
    constructor(IAsset asset_) Vault(asset_) {}

    function recover(IAsset token, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        require(token.transfer(owner, value), "token");
    }
}

/// @dev Tokens sent here by mistake: everything but what users deposit.
contract Coffer is Vault {
    constructor(IAsset asset_) Vault(asset_) {}

    function recover(IAsset token, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        require(token != asset, "users' funds");
        require(token.transfer(owner, value), "token");
    }
}
