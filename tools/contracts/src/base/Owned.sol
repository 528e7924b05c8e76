// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title One owner who may hand over or give up the role (ERC-173).
abstract contract Owned {
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    address public owner;

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    function transferOwnership(address next) external onlyOwner {
        require(next != address(0), "Ownable: new owner is the zero address");
        _setOwner(next);
    }

    function renounceOwnership() external onlyOwner {
        _setOwner(address(0));
    }

    function _setOwner(address next) internal {
        emit OwnershipTransferred(owner, next);
        owner = next;
    }
}
