// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A wallet of several owners, whose proposals are executed after so many confirmations.
contract VoteWallet {
    struct Proposal {
        address target;
        uint256 value;
        bytes data;
        uint256 confirmations;
        bool executed;
    }

    uint256 public immutable needed;
    mapping(address => bool) public isOwner;
    mapping(uint256 => mapping(address => bool)) public confirmed;
    address[] private owners;
    Proposal[] private proposals;

    constructor(address[] memory owners_, uint256 needed_) {
        needed = needed_;
        owners = owners_;
        for (uint256 i = 0; i < owners_.length; i++) isOwner[owners_[i]] = true;
    }

    function getOwners() external view returns (address[] memory) {
        return owners;
    }

    function propose(address target, uint256 value, bytes calldata data) external returns (uint256 id) {
        require(isOwner[msg.sender], "owners only");
        proposals.push(Proposal(target, value, data, 0, false));
        return proposals.length - 1;
    }

    function confirm(uint256 id) external {
        require(isOwner[msg.sender] && !confirmed[id][msg.sender], "owners, once");
        confirmed[id][msg.sender] = true;
        proposals[id].confirmations++;
    }

    function execute(uint256 id) external {
        Proposal storage one = proposals[id];
        require(!one.executed && one.confirmations >= needed, "not confirmed");
        one.executed = true;
        (bool done, ) = one.target.call{value: one.value}(one.data);
        require(done, "call failed");
    }
}
