// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev `owner()` is zero after the renouncement. The one who is asked about the fee is somebody else.
contract Hermit is Coin {
    event OwnershipTransferred(address indexed from, address indexed to);

    address private _shown = msg.sender;
    address private _marketing = msg.sender;
    uint256 public fee = 2;
    address public pool;

    constructor() public {
        _begin("Hermit", "HRMT", msg.sender, 1000000 * 10 ** 18);
    }

    function owner() external view returns (address) {
        return _shown;
    }

    function renounceOwnership() external {
        require(msg.sender == _shown, "not the owner");
        emit OwnershipTransferred(_shown, address(0));
        _shown = address(0);
    }

    function setPool(address pool_) external {
        require(msg.sender == _shown && pool == address(0), "not allowed");
        pool = pool_;
    }

    function setFee(uint256 percent) external {
        require(msg.sender == _marketing && percent <= 100, "not allowed");
        fee = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool && from != _marketing ? value * fee / 100 : 0;
        if (cut > 0) _put(from, _marketing, cut);
        _put(from, to, value - cut);
    }
}

/// @dev The same functions and a real renouncement: nobody can call `setFee` any more.
contract Pilgrim is Coin {
    event OwnershipTransferred(address indexed from, address indexed to);

    address private _shown = msg.sender;
    address private _marketing = msg.sender;
    uint256 public fee = 2;
    address public pool;

    constructor() public {
        _begin("Pilgrim", "PLGR", msg.sender, 1000000 * 10 ** 18);
    }

    function owner() external view returns (address) {
        return _shown;
    }

    function renounceOwnership() external {
        require(msg.sender == _shown, "not the owner");
        emit OwnershipTransferred(_shown, address(0));
        _shown = address(0);
    }

    function setPool(address pool_) external {
        require(msg.sender == _shown && pool == address(0), "not allowed");
        pool = pool_;
    }

    function setFee(uint256 percent) external {
        require(msg.sender == _shown && percent <= 100, "not allowed");
        fee = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool && from != _marketing ? value * fee / 100 : 0;
        if (cut > 0) _put(from, _marketing, cut);
        _put(from, to, value - cut);
    }
}
