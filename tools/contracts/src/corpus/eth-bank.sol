// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

/// @dev The operator can send out what others have deposited.
contract Cellar {
    address public owner = msg.sender;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
    }

    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value, "balance");
        deposits[msg.sender] -= value;
        msg.sender.transfer(value);
    }

    function settle(address to, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        to.transfer(value);
    }
}

/// @dev The operator can send out the fees, a thousandth of each deposit, and no more.
contract Larder {
    address public owner = msg.sender;
    uint256 public fees;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        fees += msg.value / 1000;
        deposits[msg.sender] += msg.value - msg.value / 1000;
    }

    function withdraw(uint256 value) external {
        require(deposits[msg.sender] >= value, "balance");
        deposits[msg.sender] -= value;
        msg.sender.transfer(value);
    }

    function settle(address to, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        require(value <= fees, "only fees");
        fees -= value;
        to.transfer(value);
    }
}
