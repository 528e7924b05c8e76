// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

// An unoptimised farm, solc 0.5.

contract ERC20i {
    function transferFrom(address, address, uint256) public returns (bool);
    function transfer(address, uint256) public returns (bool);
    function balanceOf(address) public view returns (uint256);
}

contract Farm5 {
    ERC20i public lp;
    mapping(address => uint) public amount;
    constructor(address a) public {
        lp = ERC20i(a);
    }
    function deposit(uint pid, uint a) public {
        require(pid == 0);
        require(lp.transferFrom(msg.sender, address(this), a));
        amount[msg.sender] += a;
    }
    function withdraw(uint pid, uint a) public {
        require(pid == 0 && amount[msg.sender] >= a);
        amount[msg.sender] -= a;
        require(lp.transfer(msg.sender, a));
    }
    function emergencyWithdraw(uint pid) public {
        require(pid == 0);
        uint a = amount[msg.sender];
        amount[msg.sender] = 0;
        require(lp.transfer(msg.sender, a));
    }
}
