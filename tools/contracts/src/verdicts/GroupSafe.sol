// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

// A safe of a group, solc 0.5.

contract GroupSafe {
    mapping(address => bool) public member;
    uint public threshold;
    mapping(bytes32 => mapping(address => bool)) public ok;
    mapping(bytes32 => uint) public votes;
    mapping(bytes32 => bool) public done;
    constructor(address a, address b, uint t) public payable {
        member[a] = true;
        member[b] = true;
        threshold = t;
    }
    function() external payable {}
    function addMember(address m) external {
        require(member[msg.sender]);
        member[m] = true;
    }
    function pay(address payable to, uint v, uint nonce) external {
        require(member[msg.sender]);
        bytes32 h = keccak256(abi.encode(to, v, nonce));
        require(!done[h] && !ok[h][msg.sender]);
        ok[h][msg.sender] = true;
        votes[h]++;
        if (votes[h] >= threshold) {
            done[h] = true;
            (bool k, ) = to.call.value(v)("");
            require(k);
        }
    }
}
