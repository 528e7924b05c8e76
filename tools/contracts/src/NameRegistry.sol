// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Registry of names, with owners, managers of one name, and operators of all names of an owner.
contract NameRegistry {
    mapping(bytes32 => address) public owner;
    mapping(bytes32 => address) public managerOf;
    mapping(bytes32 => address) public addr;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(bytes32 indexed node, address owner);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    modifier authorised(bytes32 node) {
        address held = owner[node];
        require(
            msg.sender == held || isApprovedForAll[held][msg.sender] || msg.sender == managerOf[node], "not authorised"
        );
        _;
    }

    function register(bytes32 node) external {
        require(owner[node] == address(0), "taken");
        owner[node] = msg.sender;
        emit Transfer(node, msg.sender);
    }

    function setOwner(bytes32 node, address to) external authorised(node) {
        owner[node] = to;
        emit Transfer(node, to);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// The manager of a name may pass it on.
    function setManager(bytes32 node, address manager) external authorised(node) {
        managerOf[node] = manager;
    }

    /// The address that the name stands for: no power over it.
    function setAddr(bytes32 node, address to) external authorised(node) {
        addr[node] = to;
    }
}
