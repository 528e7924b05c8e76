// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

/// Coins of many accounts. A second wallet may be joined to a main one, and draws from its sum.
contract JoinedVault {
    mapping(address => uint256) public sums;
    mapping(address => address) public mainOf;
    mapping(address => mapping(address => bool)) public admits;
    bool public asked;

    constructor(bool mainIsAsked) public {
        asked = mainIsAsked;
    }

    function deposit() external payable {
        sums[msg.sender] += msg.value;
    }

    /// The main wallet admits a second one.
    function admit(address second) external {
        admits[msg.sender][second] = true;
    }

    function join(address main) external {
        require(!asked || admits[main][msg.sender]);
        mainOf[msg.sender] = main;
    }

    function withdraw(uint256 sum) external {
        address main = mainOf[msg.sender] == address(0) ? msg.sender : mainOf[msg.sender];
        require(sums[main] >= sum);
        sums[main] -= sum;
        msg.sender.transfer(sum);
    }
}
